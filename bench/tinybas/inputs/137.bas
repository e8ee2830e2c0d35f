10 PRINT RIGHT$("",0);"]"
