package io.deskmeter.agent.check;

import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.viewer.AllowedPrograms;
import io.deskmeter.agent.viewer.DesktopViewer;
import io.deskmeter.link.v1.CheckFinding;
import io.deskmeter.link.v1.CheckProgram;
import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.screen.program.ProgramSearch;
import io.deskmeter.workload.targets.Target;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds missing programs on this machine.
 *
 * @param programs the search path
 * @param allowed programs that a profile may start on this agent
 * @param platform whose commands of a workload start applications here
 * @param where this agent, for display
 * @param packages that are installed here
 */
public record ProgramCheck(
        ProgramSearch programs, AllowedPrograms allowed, String platform, String where, DebianPackages packages) {
    private static final String CONTENT = "${content}";

    private static final String LINUX = "linux";

    /** Of this machine. */
    public ProgramCheck(ProgramSearch programs, AllowedPrograms allowed, String platform, String where) {
        this(programs, allowed, platform, where, DebianPackages.INSTALLED);
    }

    /** The programs that a client agent needs for a target, with their Debian packages. */
    private static final Map<String, String> DESKTOPS =
            Map.of("Xvnc", "tigervnc-standalone-server", "openbox", "openbox");

    private static final Map<String, String> FREERDP = Map.of("Xvfb", "xvfb", "xfreerdp", "freerdp2-x11");

    /** Checks the workloads' applications. */
    List<CheckFinding> applications(List<CheckProgram> wanted) {
        List<CheckFinding> findings = new ArrayList<>();
        for (CheckProgram application : wanted) {
            String program = application.getProgramsMap().get(platform);
            if (program == null) {
                findings.add(CheckFindings.error(
                        "application",
                        application.getWorkload() + ", " + where,
                        "has no command for " + platform,
                        "one of " + application.getProgramsMap().keySet(),
                        "add `" + platform + "` to the workload's application"));
            } else {
                findings.addAll(application(application, program));
            }
        }
        return findings;
    }

    /**
     * Programs that are found may need others: a shell that starts a script, or an office suite without one of its
     * parts.
     */
    private List<CheckFinding> application(CheckProgram application, String program) {
        String at = application.getWorkload() + ", " + where;
        Optional<String> missing = program.contains(CONTENT) ? Optional.empty() : missing(program);
        if (missing.isPresent()) {
            return List.of(CheckFindings.error(
                    "application", at, missing.get(), "the program " + program, remedy(application)));
        }
        try {
            List<String> lacking = platform.equals(LINUX) ? packages.missing(application.getPackagesList()) : List.of();
            return lacking.isEmpty()
                    ? List.of()
                    : List.of(CheckFindings.warning(
                            "application",
                            at,
                            "not installed: " + String.join(", ", lacking),
                            "the Debian packages that the workload needs",
                            "apt-get install " + String.join(" ", lacking)));
        } catch (IOException e) {
            return List.of(CheckFindings.warning(
                    "application",
                    at,
                    "installed packages are not known: " + e,
                    "that " + packages.status() + " can be read",
                    ""));
        }
    }

    /** The packages are those of the workload for Debian, so they are named on Linux only. */
    private String remedy(CheckProgram application) {
        return platform.equals(LINUX) && application.getPackagesCount() > 0
                ? "on Debian, apt-get install " + String.join(" ", application.getPackagesList())
                : "install it there";
    }

    /** Checks the programs with which this agent starts or displays sessions of the target. */
    List<CheckFinding> forTarget(Target target) {
        List<CheckFinding> findings = new ArrayList<>();
        if (target instanceof Target.LocalDesktops local) {
            DESKTOPS.forEach((program, packageName) -> own(program, packageName).ifPresent(findings::add));
            try {
                DesktopViewer.valueOf(local.through().name()).require(programs);
            } catch (DesktopException e) {
                findings.add(CheckFindings.error("agent program", where, String.valueOf(e.getMessage()), "", ""));
            }
        } else if (target instanceof Target.RdpHosts) {
            FREERDP.forEach((program, packageName) -> own(program, packageName).ifPresent(findings::add));
        } else if (target instanceof Target.ViewerHosts viewer) {
            own("Xvfb", "xvfb").ifPresent(findings::add);
            own(viewer.command().get(0), "").ifPresent(findings::add);
            allowed.refusal(viewer.command()).ifPresent(refusal -> findings.add(notAllowed(refusal)));
        }
        return findings;
    }

    private CheckFinding notAllowed(AllowedPrograms.Refusal refusal) {
        return CheckFindings.error("agent program list", where, refusal.value(), refusal.expected(), refusal.hint());
    }

    private Optional<CheckFinding> own(String program, String packageName) {
        return missing(program)
                .map(why -> CheckFindings.error(
                        "agent program",
                        where,
                        why,
                        "the program " + program + " for the profile's target",
                        packageName.isEmpty() ? "install it" : "on Debian, apt-get install " + packageName));
    }

    private Optional<String> missing(String program) {
        try {
            programs.find(program);
            return Optional.empty();
        } catch (ProgramException e) {
            return Optional.of("not found on PATH, " + programs.value());
        }
    }
}
