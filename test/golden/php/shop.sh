#!/bin/sh
# shop.sh - the shop of bench/ answers the same with SQLite and with MariaDB,
# which is put back after every test.
. "${0%/*}/../../lib.sh"
need php
cp -r "$top/bench/shop" . && chmod -R u+w shop
grep -v '^#' shop/requests.txt | awk 'NR % 4 == 2' >reqs
culprit run -p shop/app --requests reqs --record exp >out 2>err
ended "with SQLite" 0 '36 of 36'
check "nothing is left" [ ! -e shop/app/lib/shop.sqlite ]
touch empty
database shop empty
SHOP_DATABASE="mysql:unix_socket=$dir/sock;dbname=shop;user=app;password=secret"
export SHOP_DATABASE
(cd shop/app && php index.php) >index 2>err || fail "the tables cannot be made"
check "the tables are made" has 'Darjeeling' index
seen() { as_root shop -e 'CHECKSUM TABLE category, product, customer, coupon, purchase, item, entry'; }
seen >before
culprit run -p shop/app --requests reqs --database my.cnf --expected exp --errors warning --html --verify >out 2>err
ended "with MariaDB, natively and counted" 0 '36 passed, 0 failed'
seen >after
check "the database is as it was" cmp before after
