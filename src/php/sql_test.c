/* sql_test.c - what statements mean for a transaction. */
#include "php/sql.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct {
    const char *text;
    SqlKind kind;
} kinds[] = {
    {"", SQL_READS},
    {" ; ", SQL_READS},
    {"select 1", SQL_READS},
    {"(SELECT 1) UNION (SELECT 2)", SQL_READS},
    {"SELECT 1 INTO OUTFILE 'x'", SQL_ANYTHING},
    {"selective", SQL_ANYTHING},
    {"/* a */ -- b\n# c\nShow Tables", SQL_READS},
    {"/*!40000 ALTER TABLE t DISABLE KEYS */", SQL_COMMITS},
    {"/*M!100100 DROP TABLE t */", SQL_COMMITS},
    {"/*", SQL_READS},
    {"/*!", SQL_READS},
    {"Insert into t values (1)", SQL_WRITES},
    {"REPLACE t SET a = 1", SQL_WRITES},
    {"CREATE TABLE t (a INT)", SQL_COMMITS},
    {"CREATE TEMPORARY TABLE t (a INT)", SQL_WRITES},
    {"DROP TEMPORARY TABLE t", SQL_WRITES},
    {"TRUNCATE t", SQL_COMMITS},
    {"LOCK TABLES t WRITE", SQL_LOCKS},
    {"UNLOCK TABLES", SQL_UNLOCKS},
    {"CALL p()", SQL_ANYTHING},
    {"EXECUTE s", SQL_ANYTHING},
    {"BEGIN", SQL_BEGIN},
    {"BEGIN WORK;", SQL_BEGIN},
    {"BEGIN NOT ATOMIC", SQL_ANYTHING},
    {"START TRANSACTION READ ONLY", SQL_BEGIN},
    {"START SLAVE", SQL_ANYTHING},
    {"COMMIT", SQL_COMMIT},
    {"commit work ;", SQL_COMMIT},
    {"COMMIT AND CHAIN", SQL_COMMIT_CHAIN},
    {"COMMIT RELEASE", SQL_ANYTHING},
    {"ROLLBACK", SQL_ROLLBACK},
    {"ROLLBACK AND CHAIN", SQL_ROLLBACK_CHAIN},
    {"ROLLBACK WORK TO SAVEPOINT a", SQL_READS},
    {"/*!ROLLBACK*/", SQL_ROLLBACK},
    {"SET autocommit=0", SQL_AUTOCOMMIT_OFF},
    {"set @@session.autocommit = ON", SQL_AUTOCOMMIT_ON},
    {"SET SESSION autocommit := off", SQL_AUTOCOMMIT_OFF},
    {"SET AUTOCOMMIT=1", SQL_AUTOCOMMIT_ON},
    {"SET autocommit=0, sql_mode=''", SQL_ANYTHING},
    {"SET sql_mode='', autocommit=0", SQL_ANYTHING},
    {"SET @autocommit=0", SQL_ANYTHING},
    {"SET @x = 1", SQL_READS},
    {"SET NAMES utf8mb4", SQL_READS},
    {"SET PASSWORD = ''", SQL_COMMITS},
};

static void
test_kinds(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (sql_kind(kinds[i].text, strlen(kinds[i].text)) != kinds[i].kind)
            fail_msg("%s", kinds[i].text);
}

static void
test_length(void **state)
{
    static const struct {
        const char *text;
        size_t n;
    } cases[] = {
        {"SELECT 1", 8},
        {"SELECT 1; SELECT 2", 8},
        {"SELECT ';\\';' , \";\", `;`;x", 24},
        {"SELECT 1 /* ; */ -- ;\n;", 22},
        {"SELECT ';", 9},
        {"CREATE TRIGGER a BEFORE INSERT ON b FOR EACH ROW BEGIN DO 1; END",
         64},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(sql_length(cases[i].text, strlen(cases[i].text)),
                         cases[i].n);
}

static void
test_mentions(void **state)
{
    (void)state;
    assert_true(sql_mentions("UPDATE `Old` SET a = 1", 22, "old"));
    assert_false(sql_mentions("UPDATE `Old`", 10, "old"));
    assert_true(sql_mentions("", 0, ""));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_length),
        cmocka_unit_test(test_mentions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
