# minimize.sh - what the cases of minimize share.

# runs: how many `culprit minimize` says there were
runs() { sed -n 's/^\([0-9]*\) runs,.*/\1/p' out; }
