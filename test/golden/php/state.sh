#!/bin/sh
# state.sh - sessions, files and SQLite's databases are the same before every
# request; so are time and chance. Requests of one test are a session.
. "${0%/*}/../../lib.sh"
copy state
echo uploaded text >text
cat >reqs <<'END'
GET / get:do=session,file,temp,database,chance,time
GET / get:do=session,file,temp,database,chance,time
GET / get:do=session GET / get:do=session,file POST / get:do=session,file
POST / get:do=upload file:f=text post:more=1
GET / get:do=delete
POST /?do=input&q=a%20b get:x[]=1 get:x[]=2 post:y='a b&c' cookie:c='d;e' header:X-Test=yes
POST / get:do=input body:'{"json":1}' header:Content-Type=application/json
END
find state -type f | sort | xargs cksum >before
culprit run -p state --requests reqs --record exp >out 2>err
ended "recorded" 0 'of 7'
find state -type f | sort | xargs cksum >after
check "the application's files are as they were" cmp before after
same "the second is like the first" "$(cat exp/t1.out)" "$(cat exp/t2.out)"
check "files can be changed" has '^file 6' exp/t1.out
check "a database can be made" has '^database 1' exp/t1.out
check "an hour passes" has '^2025-01-01T13:00:00+00:00 3600 1735732800$' exp/t1.out
same "a session lasts over a test" "session 1 session 2 session 3" "$(sed -n 's/^\(session .\).*/\1/p' exp/t3.out | paste -sd' ')"
same "and so do its files" "file 6 file 7" "$(grep ^file exp/t3.out | paste -sd' ')"
same "a file is uploaded" "text uploaded text" "$(head -1 exp/t4.out)"
same "a script may delete itself" "deleted yes" "$(cat exp/t5.out)"
same "what is asked with" '[{"do":"input","q":"a b","x":["1","2"]},{"y":"a b&c"},{"c":"d;e"},"yes"' "$(cut -c1-71 exp/t6.out)"
same "a body" '{\"json\":1}' "$(sed 's/.*"\({.*}\)".*/\1/' exp/t7.out)"
culprit run -p state --requests reqs --expected exp >out 2>err
ended "counted, by a server" 0 '7 passed, 0 failed'
culprit run -p state --requests reqs --expected exp --verify --rerun >out 2>err
ended "natively, too" 0 '7 passed, 0 failed'
culprit run -p state --requests reqs --expected exp --no-server --rerun >out 2>err
ended "without a server" 0 '7 passed, 0 failed'
find state -type f | sort | xargs cksum >after
check "the application's files are still as they were" cmp before after
