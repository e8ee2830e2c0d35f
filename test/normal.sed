# normal.sed - what is different from run to run, by a name.
s/0x[0-9a-f]\{4,\}/ADDRESS/g
s/==[0-9][0-9]*==/==PID==/g
s/culprit-cc\.[A-Za-z0-9]\{6\}/TEMP/g
/"\(wall_s\|cpu_s\)":/d
