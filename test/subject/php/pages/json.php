<?php
header('Content-Type: application/json');
echo json_encode(['<b>' => 1]);
