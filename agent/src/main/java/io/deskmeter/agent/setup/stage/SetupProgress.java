package io.deskmeter.agent.setup.stage;

/** Is told how far a setup is. */
public interface SetupProgress {
    void begins(AgentSetupStage stage);

    void ended(StageResult result);

    /** After the stages, or without any. */
    void says(String name, String text);

    /** Tells both. */
    static SetupProgress both(SetupProgress first, SetupProgress second) {
        return new SetupProgress() {
            @Override
            public void begins(AgentSetupStage stage) {
                first.begins(stage);
                second.begins(stage);
            }

            @Override
            public void ended(StageResult result) {
                first.ended(result);
                second.ended(result);
            }

            @Override
            public void says(String name, String text) {
                first.says(name, text);
                second.says(name, text);
            }
        };
    }
}
