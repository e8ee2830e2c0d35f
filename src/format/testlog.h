/* testlog.h - tests that ran in one process, each with its own counts.
 *
 * Contract of the PHP host, which writes the file, and session/phpunit.c, which
 * reads it. TESTLOG_MAGIC, and then a record per test: name, verdict, reason
 * (texts as their length and bytes), how many counters are not zero, and of
 * each how far it is behind the one before, and its value. Numbers are LEB128.
 */
#ifndef CULPRIT_FORMAT_TESTLOG_H
#define CULPRIT_FORMAT_TESTLOG_H

#define TESTLOG_MAGIC "CULPTST1"

enum {
    TESTLOG_PASSED = 'p',
    TESTLOG_FAILED = 'f',
    TESTLOG_UNKNOWN = 'u', /* skipped, or not finished */
};

#endif
