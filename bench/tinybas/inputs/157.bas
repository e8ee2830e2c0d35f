10 PRINT MID$("",2,1);"]"
