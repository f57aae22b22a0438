package revmon.rt;

import java.lang.ref.WeakReference;

/**
 * That there were events with exactly this binding: when the last one was, and when the first that creates.
 *
 * <p>Kept with one of its objects and without keeping the others' records: once a record is gone, no instance can
 * ever be made that this touch would be about.
 */
final class Touch {
    private final WeakReference<ObjectRecord>[] records;
    private final long domain;
    long last;
    long firstCreating = Long.MAX_VALUE;

    @SuppressWarnings({"unchecked", "rawtypes"})
    Touch(ObjectRecord[] binding) {
        records = new WeakReference[binding.length];
        domain = Instance.domainOf(binding);
        for (int p = 0; p < binding.length; p++) {
            records[p] = binding[p] == null ? null : binding[p].token();
        }
    }

    boolean isBelow(ObjectRecord[] binding) {
        for (int p = 0; p < records.length; p++) {
            if (records[p] != null && (binding[p] == null || records[p].get() != binding[p])) {
                return false;
            }
        }
        return true;
    }

    boolean isExactly(ObjectRecord[] binding, long bindingDomain) {
        return domain == bindingDomain && isBelow(binding);
    }

    boolean isDead() {
        for (WeakReference<ObjectRecord> record : records) {
            if (record != null && record.get() == null) {
                return true;
            }
        }
        return false;
    }
}
