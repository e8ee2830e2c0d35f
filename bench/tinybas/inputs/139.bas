10 PRINT RIGHT$("",1);"]"
