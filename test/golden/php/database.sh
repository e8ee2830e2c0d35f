#!/bin/sh
# database.sh - a MariaDB database is the same before every run, whatever a run
# did to it: rolled back, or put back where no transaction holds.
. "${0%/*}/../../lib.sh"
copy stored
database stored stored/tables.sql
database_seen >before
for what in read insert prepare update myisam ddl rollback commit two pdo big several; do
    echo "GET / get:do=$what"
done >reqs
cat >>reqs <<'END2'
GET / get:do=insert GET / get:do=insert,myisam,read
GET / get:do=update,myisam,fail
GET / get:do=insert,now,read
GET / get:do=read
END2
culprit run -p stored --requests reqs --database my.cnf --record exp >out 2>err
ended "recorded" 0 '15 of 16'
database_seen >after
check "the database is as it was" diff before after
same "each sees the same" "$(cat exp/t1.out)" "$(cat exp/t16.out)"
same "an insert" "insert 3 of 3 3" "$(cat exp/t2.out)"
same "prepared statements" "prepare 4 4" "$(cat exp/t3.out)"
same "MyISAM" "myisam 1 4" "$(cat exp/t5.out)"
same "DDL" "ddl 4" "$(cat exp/t6.out)"
same "a transaction of the application" "rollback 2 2 exception 2" "$(cat exp/t7.out)"
same "without autocommit" "commit 3 3" "$(cat exp/t8.out)"
same "two connections" "two 3 3 3 3" "$(cat exp/t9.out)"
same "PDO" "pdo 3 10" "$(cat exp/t10.out)"
same "much text" "big same" "$(cat exp/t11.out)"
same "several statements" "several 5" "$(cat exp/t12.out)"
check "requests of a test see each other" has '^insert 4 of 4 4' exp/t13.out
check "the server's clock and chance are fixed" has '^now 2025-01-01 12:00:00 0\.' exp/t15.out
culprit run -p stored --requests reqs --database my.cnf --expected exp --verify >out 2>err
ended "counted" 0 '15 passed, 1 failed'
# What clients do besides; through our relay and without it.
for what in lock savepoint temporary charset login cursor; do
    echo "GET / get:do=$what"
done >reqs
echo 'GET / get:do=persistent GET / get:do=persistent' >>reqs
culprit run -p stored --requests reqs --database my.cnf --record more >out 2>err
ended "more clients" 0 '7 of 7'
database_seen >after
check "the database is as it was after these" diff before after
printf '[mysqli]\nmysqli.default_socket=%s\npdo_mysql.default_socket=%s\n' "$dir/sock" "$dir/sock" >sock.ini
mkdir ini && mv sock.ini ini/
i=0
while read -r line; do
    i=$((i + 1))
    rm -rf plain && cp -r stored plain
    as_root -e 'DROP DATABASE stored; CREATE DATABASE stored'
    mariadb --defaults-file=my.cnf <stored/tables.sql
    echo "$line" >one
    PHP_INI_SCAN_DIR=:$dir/ini culprit run -p plain --requests one --record plain.out --store plain.store >out 2>err
    check "as without the relay: $line" cmp more/t$i.out plain.out/t1.out
done <reqs
as_root -e 'DROP DATABASE stored; CREATE DATABASE stored'
mariadb --defaults-file=my.cnf <stored/tables.sql
# By transaction: what is rolled back need not be compared.
printf 'GET / get:do=insert,prepare,update,rollback,commit,two,pdo\n' >reqs
compared() { as_root -N -e "SHOW GLOBAL STATUS LIKE 'Com_checksum'"; }
compared >first
culprit run -p stored --requests reqs --database my.cnf --no-native >out 2>err
compared >second
same "once, to save it" 1 $(($(cut -f2 second) - $(cut -f2 first)))
database_seen >after
check "it is still as it was" diff before after
