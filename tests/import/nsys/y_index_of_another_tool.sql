-- with base.sql
CREATE INDEX _nsysai_k ON CUPTI_ACTIVITY_KIND_KERNEL (start);
