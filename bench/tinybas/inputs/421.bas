10 INPUT A$
20 PRINT "[";A$;"]"
