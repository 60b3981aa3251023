-- with base.sql
UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET end = 'late';
