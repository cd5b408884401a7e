package io.deskmeter.controller.web.profile;

import io.deskmeter.controller.run.plan.RunPlan;
import io.deskmeter.controller.store.run.RunProfileStore.Version;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.Plural;
import io.deskmeter.workload.run.Load;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.targets.Target;
import io.deskmeter.workload.yaml.RunProfiles;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A run profile in a list.
 *
 * @param shipped whether it came with the program and cannot be changed
 * @param version 0 for one that came with the program
 * @param savedAt null for one that came with the program
 * @param mode {@code remote}, {@code local} or {@code passive}
 * @param load its shape and size, {@code steps 2, 4, 8}
 * @param target where sessions live, for people
 * @param workloads ids
 * @param broken why it can no longer be read; empty if it can
 */
record ProfileSummary(
        String id,
        String title,
        boolean shipped,
        int version,
        @Nullable Instant savedAt,
        String mode,
        String load,
        String target,
        List<String> workloads,
        String broken) {

    static ProfileSummary saved(Version saved, WorkloadCatalog catalog) {
        try {
            RunProfile profile = RunProfiles.parse(saved.id() + ".yaml", saved.yaml(), catalog);
            return of(saved.id(), profile, false, saved.version(), saved.savedAt());
        } catch (InvalidDocumentException e) {
            return broken(saved.id(), false, saved.version(), saved.savedAt(), e);
        }
    }

    static ProfileSummary shipped(String id, WorkloadCatalog catalog) {
        try {
            return of(id, catalog.runProfile(id), true, 0, null);
        } catch (InvalidDocumentException e) {
            return broken(id, true, 0, null, e);
        }
    }

    private static ProfileSummary of(
            String id, RunProfile profile, boolean shipped, int version, @Nullable Instant savedAt) {
        return new ProfileSummary(
                id,
                profile.title(),
                shipped,
                version,
                savedAt,
                profile.mode().name().toLowerCase(Locale.ROOT),
                load(profile.load()),
                target(profile.target()),
                profile.workloads().workloads(),
                "");
    }

    private static ProfileSummary broken(
            String id, boolean shipped, int version, @Nullable Instant savedAt, InvalidDocumentException e) {
        return new ProfileSummary(
                id, id, shipped, version, savedAt, "", "", "", List.of(), String.valueOf(e.getMessage()));
    }

    static String load(Load load) {
        String shape = RunPlan.mode(load);
        if (load instanceof Load.Fixed fixed) {
            return shape + " " + fixed.sessions();
        }
        if (load instanceof Load.Steps steps) {
            return shape + " " + steps.sessions().stream().map(String::valueOf).collect(Collectors.joining(", "));
        }
        if (load instanceof Load.Ramp ramp) {
            return shape + " " + ramp.from() + " to " + ramp.max() + " by " + ramp.add();
        }
        Load.FindMax search = (Load.FindMax) load;
        return shape + " " + search.from() + " to " + search.max();
    }

    static String target(Target target) {
        if (target instanceof Target.LocalDesktops local) {
            return "local desktops through " + local.through().name().toLowerCase(Locale.ROOT);
        }
        if (target instanceof Target.VncDesktops vnc) {
            return Plural.of(vnc.hosts().all().size(), "VNC desktop");
        }
        if (target instanceof Target.RdpHosts rdp) {
            return Plural.of(rdp.hosts().all().size(), "RDP host") + ", " + Plural.of(rdp.usersPerHost(), "user")
                    + " each";
        }
        Target.ViewerHosts viewer = (Target.ViewerHosts) target;
        return Plural.of(viewer.hosts().all().size(), "host") + " seen through "
                + viewer.command().get(0);
    }
}
