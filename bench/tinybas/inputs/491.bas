10 REM hello @ " world
20 PRINT 1
