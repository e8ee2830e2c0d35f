10 A=1:A$="S":DIM A(3):A(1)=7
20 PRINT A;A$;A(1);A(0)
