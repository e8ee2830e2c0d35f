10 PRINT RIGHT$("",5);"]"
