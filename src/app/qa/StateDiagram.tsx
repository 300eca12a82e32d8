import classes from "./Qa.module.css";
import { isActive, type StateBox, type StateTransition } from "./toStateBoxes.ts";

interface Props {
  readonly box: StateBox;
  readonly active: readonly string[];
}

/** A machine's states as nested boxes with their transitions; active states are highlighted. */
export function StateDiagram({ box, active }: Props) {
  return (
    <>
      {box.transitions.length > 0 && (
        <div className={classes.everywhere}>
          <span className={classes.everywhereWord}>任何状态</span>
          <TransitionList transitions={box.transitions} />
        </div>
      )}
      <StateList box={box} active={active} />
    </>
  );
}

function StateList({ box: { parallel, states }, active }: Props) {
  return (
    <ul className={classes.diagram} data-parallel={parallel || undefined}>
      {states.map((state) => (
        <StateView key={state.path} box={state} active={active} />
      ))}
    </ul>
  );
}

function StateView({ box, active }: Props) {
  const isCurrent = isActive(box, active);
  return (
    <li
      className={classes.state}
      data-lit={isCurrent || undefined}
      data-compound={box.states.length > 0 || undefined}
      data-final={box.final || undefined}
      data-state={box.path}
      aria-current={isCurrent || undefined}
    >
      <p className={classes.stateName}>
        {box.initial && <span className={classes.initial} title="起始状态" />}
        {box.name}
        {isCurrent && <span className={classes.now}>当前</span>}
      </p>
      {(box.invocations.length > 0 || box.tags.length > 0) && (
        <p className={classes.marks}>
          {box.invocations.map((call) => (
            <span key={call} className={classes.call}>
              ⟳ {call}
            </span>
          ))}
          {box.tags.map((tag) => (
            <span key={tag} className={classes.tag}>
              {tag}
            </span>
          ))}
        </p>
      )}
      <TransitionList transitions={box.transitions} />
      {box.states.length > 0 && <StateList box={box} active={active} />}
    </li>
  );
}

function TransitionList({ transitions }: { readonly transitions: readonly StateTransition[] }) {
  if (transitions.length === 0) return null;
  return (
    <ul className={classes.ways}>
      {transitions.map(({ trigger, guard, target }) => (
        <li key={`${trigger} ${guard} ${target}`}>
          {trigger}
          {guard !== "" && <span className={classes.guard}> [{guard}]</span>}
          {target !== "" && (
            <>
              <span className={classes.arrow}> → </span>
              {target}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
