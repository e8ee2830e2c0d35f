10 rem lower
20 print "x"
30 for i=1 to 2:print i:next
