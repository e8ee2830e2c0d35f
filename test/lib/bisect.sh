# bisect.sh - what the cases of bisect share.
. "$top/test/lib/history.sh"
