<?php
if (isset($_POST['bad']))
    intdiv(1, 0);
?>
<form method="post"><input name="bad"></form>
