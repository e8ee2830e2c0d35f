10 PRINT LEFT$("A",1);"]"
