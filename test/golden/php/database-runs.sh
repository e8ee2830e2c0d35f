#!/bin/sh
# database-runs.sh - many runs leave files, sessions and tables unchanged, those
# that are killed, too; made-up requests reach the database, and nothing else.
. "${0%/*}/../../lib.sh"
copy stored
copy state
database stored stored/tables.sql
cp state/index.php stored/state.php
database_seen >before
find stored -type f | sort | xargs cksum >files
i=0
while [ $i -lt "${CULPRIT_RUNS:-40}" ]; do
    i=$((i + 4))
    echo "GET / get:do=insert,update get:i=$i GET /state.php get:do=session,file"
    echo "GET / get:do=insert,pdo,myisam get:i=$i"
    echo "GET / get:do=insert,ddl get:i=$i"
    echo "GET / get:do=update,insert,fail get:i=$i"
done >reqs
culprit run -p stored --requests reqs --database my.cnf --no-native >out 2>err
ended "they run" 0 ' passed, .* failed, 0 unknown'
database_seen >after
check "the tables are as they were" diff before after
find stored -type f | sort | xargs cksum >now
check "so are the files, sessions among them" cmp files now

# Killed in the middle of things.
printf 'GET / get:do=insert,myisam,loop\nGET / get:do=read\nGET / get:do=insert,myisam,loop\n' >reqs
culprit run -p stored --requests reqs --database my.cnf --test-time 3 --no-native >out 2>err
ended "time-outs" 0 '1 passed, 2 failed'
database_seen >after
check "nothing is left of them" diff before after

culprit minimize -p stored --database my.cnf --failing 'GET / get:do=insert,myisam,fail get:x=1' --runs 60 >out 2>err
ended "made-up requests" 0 'GET / get:do=.*fail'
database_seen >after
check "they left nothing, either" diff before after
launch=$(ls .culprit/cache/stored.*.confined)
"$launch" GET /state.php get:do=network GET / get:do=insert,two >out 2>err
same "confined: the database, but no network" "refused|insert 3 of 3 3|two 4 4 4 4" "$(grep -v === out | paste -sd'|')"
