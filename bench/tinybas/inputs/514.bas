10 REM  a remark
20 let a=1:b$="q"
30 if a<=1 then print a;b$,"z" else 50
40 goto 20
50 end
