#!/bin/sh
# database-input.sh - databases that cannot be used: a sentence each.
. "${0%/*}/../../lib.sh"
copy stored
database stored stored/tables.sql
echo 'GET / get:do=read' >reqs
refused_with() { # WHAT FILE PATTERN
    culprit run -p stored --requests reqs --database "$2" >out 2>err
    refused "$1" "$3"
    same "$1: one sentence" 1 "$(wc -l <err)"
}
refused_with "no file" none.cnf 'cannot read none.cnf'
echo '[client]' >empty.cnf
refused_with "an empty file" empty.cnf 'empty.cnf: this file names no user'
sed 's/secret/wrong/' my.cnf >wrong.cnf
refused_with "a wrong password" wrong.cnf "Access denied for user 'app'"
sed 's/=stored/=none/' my.cnf >none.cnf
refused_with "no such database" none.cnf "database none at .*sock: Access denied"
sed 's/user=app/user=root/; /password/d' my.cnf >root.cnf
refused_with "a user who may write elsewhere" root.cnf 'the user root may write elsewhere than in the database stored (ALL PRIVILEGES ON \*.\*)'
as_root -e 'CREATE USER reader@localhost; GRANT ALL ON stored.* TO reader@localhost; GRANT SELECT ON *.* TO reader@localhost'
sed 's/user=app/user=reader/; /password/d' my.cnf >reader.cnf
culprit run -p stored --requests reqs --database reader.cnf >out 2>err
refused "another user than the application's" 'connects to its database as app, but .*reader.cnf names another user'
rm -r .culprit
# As if culprit had been killed in a run that changed tables.
culprit run -p stored --requests reqs --database my.cnf >out 2>err
ended "it works" 0 '1 passed'
mark=$(ls .culprit/cache/database.*.mark)
printf '\2\0\0\0' >"$mark"
as_root stored -e "INSERT INTO old (note) VALUES ('left')"
refused_with "changes that were left" my.cnf 'may have left changes in the database stored: `.*culprit-php --restore .*` puts back'
eval "$(sed 's/[^`]*`\([^`]*\)`.*/\1/' err)"
same "the command that is told" 0 $?
same "what it does" 3 "$(as_root stored -N -e 'SELECT COUNT(*) FROM old')"
stop_database
refused_with "it is down" my.cnf 'the database stored at .*sock: .*No such file'
