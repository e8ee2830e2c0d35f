10 DIM W$(3)
20 W$(1)="low":W$(3)="high"
30 SWAP W$(1),W$(3)
40 PRINT W$(1);W$(3)
