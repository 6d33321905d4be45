"""A metric decides part of the comparisons: any published policy in four ways, none of them certified."""
