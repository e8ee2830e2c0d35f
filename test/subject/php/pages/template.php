<?php
function render() {
    ob_start();
    echo "<ul>\n";
    echo "<li>one</li>\n";
    echo "</ol>\n";
    echo "</ul>\n";
    return ob_get_clean();
}
$content = render();
ob_start();
echo "<!DOCTYPE html><html><head><title>x</title></head><body>\n";
echo $content;
echo "</body></html>\n";
ob_end_flush();
