-- with base.sql
UPDATE CUPTI_ACTIVITY_KIND_MEMCPY SET copyKind = 99, srcKind = -1, dstKind = 'x', bytes = -5;
