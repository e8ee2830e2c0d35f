10 PRINT UPPER$("mixed Case 9")
