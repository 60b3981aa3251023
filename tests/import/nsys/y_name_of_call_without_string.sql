-- with base.sql
UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET nameId = -1 WHERE correlationId = 14;
