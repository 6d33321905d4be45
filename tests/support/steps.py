"""What a random walk through a study is drawn from."""

from hypothesis import strategies as st

from quorate.testing.walks import Step

steps: st.SearchStrategy[list[Step]] = st.lists(
    st.tuples(
        st.sampled_from(
            ["answer", "answer", "ask", "ask", "tell", "release", "retract", "wait", "exclude", "pause", "grow"]
        ),
        st.integers(0, 60),
        st.integers(0, 60),
    ),
    max_size=40,
)
