10 PRINT LEFT$("",3);"]"
