-- with base.sql
UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET demangledName = 77, shortName = 78;
