package io.deskmeter.workload.yaml;

import io.deskmeter.workload.yaml.document.Keywords;
import java.util.Arrays;

/** What a workload may be called. */
public final class WorkloadIds {
    /** For messages: what is expected. */
    public static final String FORM = Keywords.ID_FORM;

    private WorkloadIds() {}

    /**
     * Whether this can be the id of a workload that a catalog finds: catalogs do not search folders named
     * {@code target}.
     */
    public static boolean isId(String text) {
        return Keywords.ID.matcher(text).matches()
                && Arrays.stream(text.split("/", -1)).noneMatch(WorkloadCatalog.TARGET::equals);
    }
}
