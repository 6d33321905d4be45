"""One thread for small matrices, and as many as before when the last block ends."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import scipy.linalg  # noqa: F401 - its library counts too
from threadpoolctl import threadpool_info, threadpool_limits

from quorate.kernels.threads import single_thread


def threads():
    return {one["num_threads"] for one in threadpool_info() if one["user_api"] == "blas"}


def test_blocks_nest_and_give_back_what_there_was():
    with threadpool_limits(limits=2, user_api="blas"):
        before = threads()
        with single_thread():
            assert threads() == {1}
            with single_thread():
                np.eye(3) @ np.eye(3)
            assert threads() == {1}
        assert threads() == before


def test_concurrent_blocks_leave_nothing_behind():
    @single_thread()
    def work(number):
        return float(np.linalg.inv(np.eye(20) * (1 + number))[0, 0])

    with threadpool_limits(limits=2, user_api="blas"):
        before = threads()
        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(work, range(200))) == [1 / (1 + number) for number in range(200)]
        assert threads() == before


def test_a_block_that_fails_gives_back_too():
    with threadpool_limits(limits=2, user_api="blas"):
        before = threads()
        with pytest.raises(np.linalg.LinAlgError), single_thread():
            np.linalg.inv(np.zeros((2, 2)))
        assert threads() == before
