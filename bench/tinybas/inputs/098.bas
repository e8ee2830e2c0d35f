10 PRINT "A"<>"a"
