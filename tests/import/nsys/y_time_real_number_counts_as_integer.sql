-- with base.sql
UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET start = 2000.0, end = 5000.0;
