# php.sh - what the cases with PHP applications share.
[ -x "$build/lib/culprit/culprit-php" ] ||
    skip "culprit-php is not built: PHP's library is not installed"
# example NAME: a copy of that example, here
example() { cp -r "$top/examples/$1" . && chmod -R u+w "$1"; }
# The application's database: a MariaDB server of our own, on the socket ./sock.
# database NAME SQL: it runs, has this database for the user app, and ./my.cnf
# says so; stop_database: it is down
database() {
    need mariadbd mariadb-install-db mariadb
    mariadb-install-db --no-defaults --datadir="$dir/db" --user="$(id -un)" --skip-test-db \
        --auth-root-authentication-method=normal >db.log 2>&1 || exit 2
    start_database
    as_root -e "CREATE DATABASE $1; CREATE USER app@localhost IDENTIFIED BY 'secret'; GRANT ALL ON $1.* TO app@localhost"
    printf '[client]\nsocket=%s\nuser=app\npassword=secret\ndatabase=%s\n' "$dir/sock" "$1" >my.cnf
    mariadb --defaults-file=my.cnf <"$2" || exit 2
}
start_database() {
    mariadbd --no-defaults --datadir="$dir/db" --socket="$dir/sock" --skip-networking --user="$(id -un)" \
        --innodb-buffer-pool-size=8M --innodb-flush-log-at-trx-commit=0 >>db.log 2>&1 &
    server=$!
    trap 'stop_database; finish' EXIT
    until_true as_root -e 'SELECT 1' >/dev/null 2>&1
}
stop_database() {
    kill "$server" 2>/dev/null && wait "$server" 2>/dev/null
    trap finish EXIT
}
as_root() { mariadb --no-defaults -S "$dir/sock" -u root "$@"; }
# database_seen: all that could be seen of a change to the tables of subject/php/stored
database_seen() {
    as_root stored -e 'CHECKSUM TABLE visits, old, kinds, counted; SHOW TRIGGERS; SHOW FULL TABLES; SHOW CREATE VIEW names;
        SELECT table_name, engine, auto_increment FROM information_schema.tables WHERE table_schema = "stored";
        SHOW CREATE TABLE visits; SHOW CREATE TABLE kinds; SHOW DATABASES' | sed 's/20[0-9-]* [0-9:.]*//g'
}
