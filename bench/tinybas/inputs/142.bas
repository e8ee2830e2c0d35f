10 PRINT LEFT$("",5);"]"
