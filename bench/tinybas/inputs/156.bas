10 PRINT MID$("",1,1);"]"
