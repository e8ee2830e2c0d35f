#!/bin/sh
# requests.sh - curl's command lines and HAR files ask what requests of ours do.
. "${0%/*}/../../lib.sh"
copy state
echo 'a file' >text
cat >ours <<'END2'
GET /?do=input&q=a%20b header:X-Test=yes cookie:c=1 cookie:d=2
POST / get:do=input post:y='a b&c'
POST /?do=input body:'{"json":1}' header:Content-Type=application/json
POST /?do=upload file:f=text post:more=1
END2
cat >curl <<'END2'
curl 'http://localhost:8080/?do=input&q=a%20b' -H 'X-Test: yes' -b 'c=1; d=2' --compressed
curl http://localhost/?do=input --data-urlencode 'y=a b&c'
curl -X POST "http://localhost/?do=input" -H 'Content-Type: application/json' --data-raw '{"json":1}'
curl -s -F f=@text -F more=1 http://localhost/?do=upload
END2
cat >har <<'END2'
{"log": {"version": "1.2", "entries": [
 {"request": {"method": "GET", "url": "http://localhost:8080/?do=input&q=a%20b", "headers": [{"name": "Host", "value": "localhost:8080"}, {"name": "X-Test", "value": "yes"}], "cookies": [{"name": "c", "value": "1"}, {"name": "d", "value": "2"}]}},
 {"request": {"method": "POST", "url": "http://localhost/?do=input", "headers": [], "cookies": [], "postData": {"mimeType": "application/x-www-form-urlencoded", "text": "y=a+b%26c"}}},
 {"request": {"method": "POST", "url": "http://localhost/?do=input", "headers": [{"name": "Content-Type", "value": "application/json"}], "cookies": [], "postData": {"mimeType": "application/json", "text": "{\"json\":1}"}}}
]}}
END2
culprit run -p state --requests ours --record ours.out >out 2>err
ended "ours" 0 '4 of 4'
same "they ask something" '[{"do":"input","q":"a b"},[],{"c":"1","d":"2"},"yes"' "$(cut -c1-52 ours.out/t1.out)"
culprit run -p state --requests curl --record curl.out >out 2>err
ended "curl's" 0 '4 of 4'
for t in 1 2 3 4; do
    check "curl $t" cmp ours.out/t$t.out curl.out/t$t.out
done
culprit run -p state --requests har --record har.out >out 2>err
ended "a HAR file: a session" 0 'of [13]'
cat har.out/t*.out | grep -v '^===' | sed '/^$/d' >har.all
cat ours.out/t[123].out | sed '/^$/d' >ours.all
check "HAR" cmp ours.all har.all
