10 PRINT -(-(3))
