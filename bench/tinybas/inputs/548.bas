10 DIM S(20)
20 INPUT L$:L$=L$+" "
30 P=1
40 Q=INSTR(L$," ",P):W$=MID$(L$,P,Q-P):P=Q+1
50 IF W$="+" OR W$="-" OR W$="*" OR W$="/" THEN 80
60 N=N+1:S(N)=VAL(W$)
70 GOTO 120
80 IF N<2 THEN PRINT "UNDERFLOW":END
90 N=N-1:A=S(N):B=S(N+1)
100 S(N)=(W$="+")*(A+B)+(W$="-")*(A-B)+(W$="*")*A*B
110 IF W$="/" THEN S(N)=A/B
120 IF P<LEN(L$) THEN 40
130 PRINT S(N)
