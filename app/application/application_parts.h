#pragma once

#include "app/application/application_options.h"
#include "app/application/display.h"
#include "app/application/file_saver.h"
#include "app/application/frame_clock.h"
#include "app/application/gait_controller.h"
#include "app/application/target_shape.h"
#include "app/commands/command.h"
#include "app/controllers/autosave.h"
#include "app/controllers/gait_search_controller.h"
#include "app/controllers/model_store.h"
#include "app/controllers/open_document.h"
#include "app/controllers/painting_controller.h"
#include "app/controllers/playback_controller.h"
#include "app/document/editor.h"
#include "app/document/scene_description.h"
#include "app/interaction/bodies.h"
#include "app/interaction/follower.h"
#include "app/interaction/interaction.h"
#include "app/interaction/scene_bounds.h"
#include "app/motion/fall_detector.h"
#include "app/panels/panels.h"
#include "app/rendering/renderer.h"
#include "app/simulation/rebuild_worker.h"
#include "app/simulation/simulation_thread.h"
#include "app/window/imgui_layer.h"
#include "app/window/window.h"

#include <chrono>

namespace limber::app {

/// The window and everything behind it. Nothing here takes longer than a frame: stepping has its own thread,
/// building its own worker, and both are only ever asked for what is ready.
class Application {
public:
    Application(const ApplicationOptions& options, Window window, ImGuiLayer layer, Renderer renderer);

    void run();
    /// The controls file of the session, where one was asked for and a scene was opened; once.
    Result<Done> write_recording();
    /// After `run` threw: the last seconds of the simulation, in the cache.
    void save_what_can_be_saved();
    /// Whether the picture of the last frame could be written.
    const Result<Done>& last_picture() const {
        return last_picture_;
    }
    /// Whether the newest report of the state could be written.
    const Result<Done>& report_written() const {
        return report_written_;
    }
    /// Whether what was still to be saved at the end could be.
    bool all_is_saved() const {
        return all_is_saved_;
    }
    /// Whether nothing is computed any more, after a moment's patience.
    bool is_at_rest() const {
        return worker_.comes_to_rest(std::chrono::milliseconds(300)) && file_saver_.is_at_rest() &&
               gait_search_.is_at_rest() && file_reads_.comes_to_rest(std::chrono::milliseconds(300));
    }

private:
    /// What is to be done with a file that was read, by the thread that draws.
    using Continuation = std::function<void()>;

    // application.cpp: the frame
    void frame();
    void start_frame();
    void lay_out(const PixelSize& size);
    void take_input(const std::vector<InputEvent>& events);
    void process_pending_input();
    void touch(const std::vector<InputEvent>& events);
    InteractionCommands touch_character(const std::vector<InputEvent>& events, double seconds);
    void receive();
    void draw_picture();
    void follow();
    void draw_panels();
    void remember();
    void report();
    void wait_for_next_frame();

    // application_gait_search.cpp
    GaitSearchInput search_input();
    GoalInput goal_input() const;
    void apply_search_commands(const PanelCommands& commands);
    void keep_population_shown();

    // application_orders.cpp: what events and panels ask for
    void open(const std::filesystem::path& path);
    void add(const std::filesystem::path& path);
    void open_next();
    void open_as_scene(const std::filesystem::path& path);
    void poll_file_reads();
    void call_off();
    void open_now(const std::filesystem::path& path);
    void carry_out(const ReplacingRequest& request);
    // application_carry_out.cpp: what controllers return
    void carry_out(const Commands& commands);
    void carry_out(const ShowMessage& command);
    void carry_out(const RemoveMessages& command);
    void carry_out(const EditDocument& command);
    void carry_out(const EditCharacter& command);
    void carry_out(const SelectCharacter& command);
    void carry_out(const RebuildCharacter& command);
    void carry_out(const RestartSimulation& command);
    void carry_out(const SetPlaying& command);
    void carry_out(const StepSimulation& command);
    void carry_out(const RewindSimulation& command);
    void carry_out(const ReplayTimeline& command);
    void carry_out(const SetSimulationSpeed& command);
    void carry_out(const ReleaseGaitKeys& command);
    void carry_out(const FadeToGait& command);
    void carry_out(const WriteFile& command);
    void answer(UnsavedAnswer answer);
    void save_document(bool asks_for_place);
    void poll_document_write();
    bool may_close();
    void autosave();
    static bool is_own_scene(const std::filesystem::path& path, const Built& opened);
    Autosave::Serialize serialized_document() const;
    void offer_recovery();
    void recover(const std::filesystem::path& file);
    void take_over_recovered();
    void show_title();
    void save(const std::filesystem::path& path);
    SceneDescription scene_to_save(const std::filesystem::path& path) const;
    void save_picture();
    void poll_simulation();
    void poll_file_saver();
    void finish_saving();
    void add_excerpt(const Session& excerpt);
    void keep_or_drop_recording(const PanelCommands& commands);
    void write_unsaved_recording();
    /// Of what the simulation was asked to write down; false: there was nothing yet.
    bool keep_excerpts();
    void rebuild(Stage from);
    void act(Action action);
    void act_on_view(Action action);
    void apply(const PanelCommands& commands);
    void undo();
    void redo();
    bool change_document(const std::function<bool(Editor&)>& change);
    void withdraw_edits_of(int model);
    void keep_old_character(const Error& error, const std::filesystem::path& instead = {});
    void act_on_messages(const PanelCommands& commands);
    void say(Message::Kind kind, const std::string& text, Message::Topic topic = Message::Topic::none);

    // application_surroundings.cpp
    void surround();
    void renew_surroundings();
    LiveControls simulated_controls();
    void move_obstacle(const InteractionCommands& commands);
    int drawn_obstacle(const Obstacles& drawn) const;

    // application_gaits.cpp
    void open_unless_gait(const std::filesystem::path& path);
    void add_gait(const std::filesystem::path& path);
    void add_gait(const std::filesystem::path& path, const Result<Repaired<Gait>>& read);
    void save_gait(Gait gait, const std::string& name);
    void apply_gait_commands(const PanelCommands& commands);
    void start_driving();
    void report_fall();
    std::vector<InputEvent> driven(const std::vector<InputEvent>& events);
    std::string hint_of_hand_and_keys() const;
    void compare(const std::string& gait);
    Vec3 way_to_compared(const CharacterInstance& part) const;
    void stop_comparing();
    bool compares() const;
    void frame_pair();
    void show_chosen_gait();
    const NamedGait* seen_gait(const CharacterInstance& part) const;
    std::string words_for_gait(const CharacterInstance& part) const;
    std::vector<Label> labels() const;
    void enliven(double factor);
    const MuscleControls& muscles_now(const CharacterInstance& part);

    // application_regions.cpp: what is painted on the character
    std::vector<InputEvent> painted(const std::vector<InputEvent>& events);
    void show_paint();
    void show_target();
    std::size_t place_of_selected() const; // among the actors
    void draw_caption(Sketch& sketch) const;

    // application_cast.cpp: who is there
    void welcome(const Built& built);
    void cached_build(Timeline& timeline);
    void open_scene(const Built& built);
    void join(const Built& built);
    void report_handle();
    bool is_free() const; // no rig holds the selected one
    bool rebuild_outdated();
    void start_anew(const Built& built);
    void set_camera(const std::optional<CameraDescription>& described);
    void send_scene();
    void send_meshes();
    void select(int id);
    void select_next();
    void duplicate();
    void remove_selected();
    void make_unique();
    void apply_to_characters(Action action);
    Vec3 free_way(const BoundingBox& body, double depth_allowed) const;
    Vec3 way_to_twin(const CharacterInstance& part) const;
    void show_selected();
    bool is_shown() const;
    std::optional<int> pressed_body(const InputEvent& event) const;
    std::optional<int> other_body_at(const Pixel& pixel) const;
    std::vector<HandleLine> handles_of_others() const;
    std::vector<Body> bodies() const;
    CharacterPtr built() const;
    const CharacterDescription* opened() const;

    SceneBounds bounds() const;

    Touchable touchable() const;
    UiState ui_state() const;
    CharacterDescription description_now() const;
    Display::Shown shown() const;
    DrawnMotion drawn_motion() const;
    std::filesystem::path usual_folder() const;

    ApplicationOptions options_;
    Window window_;
    ImGuiLayer layer_;
    Renderer renderer_;
    Display display_;
    TargetShape target_;
    Panels panels_;
    Interaction hand_;
    Follower follower_;
    PaintingController painting_;
    GaitController gait_controller_;
    FallDetector fall_;
    SimulationThread simulation_;
    GaitSearchController gait_search_;
    RebuildWorker worker_;
    FileSaver file_saver_;
    BackgroundQueue<Continuation> file_reads_; // of small files

    Editor editor_;
    OpenDocument open_document_;
    Autosave autosave_;
    std::vector<RecoverableDocument> recoverable_;
    std::optional<RecoverableDocument> recovering_; // is being opened
    std::string title_;
    ViewOptions view_;
    std::vector<SimulatedInstance> sent_; // to the simulation
    ModelStore models_;
    std::optional<CameraDescription> camera_; // of a scene of many
    std::optional<Built> arriving_;           // on its way to the GPU
    int rebuilding_ = 0;                      // the model that the worker builds anew
    std::size_t opened_with_ = 0;             // so many characters
    bool joins_ = false;                      // what is being opened comes to those who are there
    std::vector<Snapshot> actors_;
    Snapshot snapshot_;                                     // of the selected one
    std::shared_ptr<const PopulationView> population_view_; // that is shown
    unsigned int population_texture_ = 0;
    CommonObstacles common_obstacles_;    // that are drawn
    bool is_about_to_frame_pair_ = false; // of those who are compared, as soon as both are there
    Messages messages_;
    std::optional<std::filesystem::path> opening_;        // what the worker builds is a new scene
    std::deque<std::filesystem::path> to_try_;            // should it not open
    std::optional<std::filesystem::path> gait_candidate_; // whether it is a gait, before it is opened as a scene
    Result<Done> last_picture_ = Done{};
    Result<Done> report_written_ = Done{};
    std::string building_what_;
    /// A recording whose place is being chosen.
    struct UnsavedRecording {
        Session session;
        std::filesystem::path proposed;
    };
    std::optional<UnsavedRecording> unsaved_recording_;
    std::vector<std::filesystem::path> scenes_;
    std::vector<SceneTile> tiles_; // of scenes_
    std::filesystem::path open_;   // what is open
    std::string name_;             // of what is open
    bool is_recording_ = false;    // what the command line asked for
    bool all_is_saved_ = true;
    PlaybackController playback_;

    Layout layout_;
    double content_scale_ = 1.0;
    FrameClock clock_;
    std::chrono::steady_clock::time_point polled_{}; // the events of this frame
    std::chrono::steady_clock::time_point last_report_{};
};

} // namespace limber::app
