10 PRINT "A"+"B"+"C"
