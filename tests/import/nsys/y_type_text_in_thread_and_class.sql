-- with base.sql
UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET globalTid = 'x', eventClass = 'y', correlationId = NULL WHERE correlationId = 12;
