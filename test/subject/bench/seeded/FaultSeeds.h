/* Take one out of its comment. */
/* #define F_SUM_1 */
/* #define F_SUM_2 */
/* #define F_SUM_3 */
