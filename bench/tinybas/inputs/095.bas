10 PRINT "B"<="A"
