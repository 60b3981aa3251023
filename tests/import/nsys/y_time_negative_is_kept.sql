-- with base.sql
UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET start = -3000 WHERE correlationId = 11;
