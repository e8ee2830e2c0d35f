10 DIM N$(2)
20 PRINT N$(1)+"<"
