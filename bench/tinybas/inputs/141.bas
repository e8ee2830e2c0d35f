10 PRINT RIGHT$("",3);"]"
